export { answerScanGate } from './answer.ts'
export { judgedPullRequests } from './judged-pull-requests.ts'
export { changedGateSettings, parseGateSettings } from './settings.ts'
