import { testExchangedFolders } from "./exchanged_folders.ts";

// Without its check of links, every second to fourth commit stores what it must not. Many more are in the soak.
testExchangedFolders(60);
