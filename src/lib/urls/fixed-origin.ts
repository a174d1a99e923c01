/** What data can do to an address: stand in a host, in a port, be nothing, or begin another part. */
const exampleUrls = ['x', 'other.example', '1', '']

/**
 * Whether what is put into an address leaves it at one origin, without a user's name.
 * @param filled the address with a text in the place of all data.
 * @returns 'no address' where it is none of the web whatever is put in.
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
