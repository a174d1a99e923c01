/** Labels of the ticket URL template. */
export const ticketLabels = {
  url: 'Ticket URL',
  placeholders: 'Placeholders:',
  example: 'Example:',
  cancel: 'Cancel',
  missing: 'Enter the URL that creates a ticket in your tracker',
  notAddress: 'Must be an http or https URL',
  hostFollowsData: "The host can't contain placeholders",
  unknownPlaceholder: (name: string) => `${name} is not a known placeholder`,
}
