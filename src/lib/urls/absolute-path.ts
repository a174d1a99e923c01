/** Whether a URI or a path says where it begins: a URL, a path from the root, or one of a drive. */
export const isAbsolute = (uri: string): boolean =>
  /^(?:file:|[a-z][a-z0-9+.-]+:\/\/|[a-z]:[\\/]|\/|\\\\)/i.test(uri)

/** Whether a path as findings have it is one of a machine, and not of a repository. */
export const isMachinePath = (path: string): boolean => /^(?:[a-z]:\/|\/)/i.test(path)
