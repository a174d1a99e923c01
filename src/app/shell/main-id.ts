/** The id of the page's content, to which the skip link leads and the focus goes on a new page. */
export const mainId = 'main'
