export {
  type ApprovalRequest,
  describeRequested,
  markRequested,
  maxRequested,
  openApproval,
} from './request.ts'
export {
  approvedState,
  isExplained,
  leastSeverity,
  raisedNote,
  reopenedColumns,
  requiresApproval,
  staysIgnored,
} from './rules.ts'
