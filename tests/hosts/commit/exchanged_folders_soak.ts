import { testExchangedFolders } from "./exchanged_folders.ts";

testExchangedFolders(300);
