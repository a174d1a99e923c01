export { answerScanGate } from './answer.ts'
export { expireMergeQueues } from './expire-merge-queues.ts'
export { pullRequestVerdicts, scansOfVerdicts } from './pull-request-verdicts.ts'
export { changedGateSettings, parseGateSettings } from './settings.ts'
