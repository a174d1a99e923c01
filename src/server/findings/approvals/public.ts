export { type ApprovalRequest, describeRequested, markRequested, openApproval } from './request.ts'
export {
  approvedState,
  isExplained,
  leastSeverity,
  raisedNote,
  reopenedColumns,
  requiresApproval,
  staysIgnored,
} from './rules.ts'
