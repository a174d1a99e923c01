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
 * Options of the Node that runs the service. Of the memory for new values, which a large import fills up to three times,
 * its default keeps twice as much.
 */
export const runtimeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']
