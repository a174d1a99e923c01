// Which Node runs Gatehouse. There is a package of it for each platform, so that the lock file holds the checksum of each.
// Plain JavaScript for any Node from 20 on.

const isWindows = process.platform === 'win32'

/** The package that brings the pinned Node to this platform; not each platform has one. */
export const runtimePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`

/** Where it has the program, from its own folder. */
export const runtimeFile = `bin/node${isWindows ? '.exe' : ''}`

/** The version of Node that will do where no package brings it. */
export const runtimeMajor = 24

/** Whether the Node that runs this will do itself. */
export const isRuntime = Number.parseInt(process.versions.node, 10) === runtimeMajor

/**
 * Options of the Node that runs the service. By default it lets the memory for new values grow to 120 MB in a large import,
 * which takes 40 to 90 MB more than this, and no less processor time.
 */
export const runtimeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']
