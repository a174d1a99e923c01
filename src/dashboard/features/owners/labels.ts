export const ownerLabels = {
  title: 'Assign',
  owner: 'Owner',
  ownerHint: 'A person, a team, or a handle such as @acme/payments.',
  unknown: 'No person or team has this name',
  several: 'Several people or teams match: choose one',
  assign: 'Assign',
  toMe: 'Assign to me',
  remove: 'Unassign',
  cancel: 'Cancel',
  nobody: 'Nobody',
  change: 'Change owner',
  loadFailed: "Couldn't load the people and teams",
} as const

/** "Payments (team)". */
export const teamChoice = (name: string) => `${name} (team)`
