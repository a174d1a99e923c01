/** Returns the name of an owner of findings without its kind: `Ann` of `person:Ann`. */
export const ownerName = (owner: string): string => owner.slice(owner.indexOf(':') + 1)
