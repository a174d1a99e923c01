/** Labels of pages that replace another one, loaded when they are needed. */
export const errorLabels = {
  notFound: {
    detail: 'The link may be incomplete, or the page has moved.',
    action: 'Go to overview',
  },
}
