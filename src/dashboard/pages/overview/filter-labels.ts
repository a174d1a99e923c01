/** Texts of the filters that load after the numbers. */
export const labels = {
  project: 'Project',
  anyProject: 'All projects',
  tag: 'Project tag',
  anyTag: 'Any tag',
  owner: 'Owner',
  anyOwner: 'All owners',
  me: 'Me',
  nobody: 'Nobody',
  includeDisabled: 'Includes disabled rules',
} as const
