/** The resource of infrastructure code that a finding is about; null until a scan reports it. */
export const statements = ['alter table finding add column resource text']
