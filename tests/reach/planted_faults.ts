/** A fault of one line in a production file. */
export interface PlantedFault {
  readonly file: string;
  /** What is replaced; it occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** A test file that fails with it. */
  readonly noticedBy: string;
}

/** Faults in forty production files, in each part of the tree. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [];
