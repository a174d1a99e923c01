import { BlockList, isIP } from 'node:net'

/**
 * Tells whether one of some addresses and ranges has an address. An IPv4 address in the form of IPv6 is that IPv4
 * address; what is no address is in no list.
 */
export function addressList(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/', 2)
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    // A zone names an interface of this machine.
    const [plain = ''] = address.split('%', 1)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}
