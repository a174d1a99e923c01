import { isIP } from 'node:net'
import { addressList } from '#server/http/address-list.ts'

/**
 * Ranges that are not public: this machine, private networks, link-local addresses (those of cloud metadata among
 * them), shared, documentation, benchmark, multicast and reserved ranges, those that contain an IPv4 address,
 * and all that is not allocated to the public internet (2000::/3).
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
 */
const isSpecial = addressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '1::/16',
  '2::/15',
  '4::/14',
  '8::/13',
  '10::/12',
  '20::/11',
  '40::/10',
  '80::/9',
  '100::/8',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
])

/** Which addresses a webhook may have. */
export interface AddressRules {
  /** Whether a message may be sent to an address. */
  isAllowed(address: string): boolean
  /** Whether the operator allows an address that is not public; only these are sent to without TLS. */
  isPrivatelyAllowed(address: string): boolean
}

/** @param allowed addresses and ranges that the operator allows although they are not public. */
export function addressRules(allowed: readonly string[]): AddressRules {
  const isPrivatelyAllowed = addressList(allowed)
  return {
    isPrivatelyAllowed,
    isAllowed: (address) => isIP(address) !== 0 && (isPrivatelyAllowed(address) || !isSpecial(address)),
  }
}
