/** The id of the element of the document that holds the first answers, as JSON. */
export const answersId = 'first-answers'
