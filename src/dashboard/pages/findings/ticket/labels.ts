import { plural } from '#lib/text/format.ts'

/** Labels for opening a ticket for findings. */
export const labels = {
  title: 'Open a ticket',
  save: 'Save and open a ticket',
  invalid: 'The ticket URL of this deployment is not a valid web address.',
  missing: 'This deployment has no ticket URL yet.',
  unsupported: 'This service does not store a ticket URL. Link a ticket by its URL in the finding instead.',
  enterUrl: (problem: string) => `${problem} Enter the URL that opens a new ticket in your tracker.`,
  askAdministrator: (problem: string) => `${problem} Ask an administrator to set it in the settings.`,
  openElsewhere: 'The ticket page is open in another tab',
  failed: "Couldn't load the ticket URL",
  link: 'Link the ticket',
  linkDetail: (count: number) =>
    `Your tracker is open in another tab. Paste the URL of the ticket here to link it to ${
      count === 1 ? 'this finding' : plural(count, 'finding')
    }.`,
  tooMany: (most: number) => `You can't link a ticket to more than ${plural(most, 'finding')} at once.`,
  more: (count: number) => `and ${count} more`,
} as const
