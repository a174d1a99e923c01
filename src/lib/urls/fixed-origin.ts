/** Values that show how data could change a URL: as part of a host or port, empty, or starting another part. */
const exampleUrls = ['x', 'other.example', '1', '']

/**
 * Returns whether data inserted into a URL cannot change its origin or add a user name.
 * @param filled returns the URL with a text in place of all data.
 * @returns 'no address' if it is not a web URL for any data.
 */
export function originOf(filled: (data: string) => string): 'fixed' | 'follows data' | 'no address' {
  const addresses = exampleUrls.map((data) => URL.parse(filled(data)))
  const [first] = addresses
  if (addresses.every((one) => one === null || !/^https?:$/.test(one.protocol))) return 'no address'
  const isFixed = addresses.every((one) => {
    const holdsUser = one === null || one.username !== '' || one.password !== ''
    return !holdsUser && one.origin === first?.origin
  })
  return isFixed ? 'fixed' : 'follows data'
}
