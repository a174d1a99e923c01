/** Why a part of a file was not imported, as listed in the report of its scan (`left_out`). */
export const skipReasons = {
  fixPattern: 'fix patterns that exceed the limit of a file',
  duplicateEntry: 'duplicate entry',
  throughOthers: 'package affected only through others',
  duplicateOfOtherFile: 'duplicate from another file of the scan',
  messageArguments: 'message arguments that would exceed the size limit',
  resultsElsewhere: 'results in another file',
  resultKind: (kind: string) => `result kind "${kind}"`,
  baselineAbsent: 'baseline state "absent"',
  alertState: (state: string) => `alert state "${state}"`,
  analysisState: (state: string) => `analysis state "${state}"`,
  triageWithoutScope: 'triage without permission (requires `findings:triage`)',
  triageInFuture: 'triage with a time in the future',
  triageBeforeProject: 'triage from before the project existed',
  triageUnapproved: 'ignoring a critical or high finding without a reason and a note (requires approval)',
  triageOfKnown: 'triage of existing findings',
} as const
