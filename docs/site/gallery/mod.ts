export { renderItem, renderOverview, sortItems } from "./gallery_pages.ts";
export { buildGallery } from "./gallery_project.ts";
