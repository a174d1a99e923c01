// The router can tell an observer what it does, by options that nobody here gives. The bundler cannot know that, and the
// code for it is 1.4 kB before the rows.
import type { Plugin } from 'vite'

const module = /\/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/

/**
 * Leaves the router's instrumentation out. What the router would call only with those options is not there; a router that
 * needs another name of the module fails the build.
 */
export function noInstrumentation(): Plugin {
  let found = false
  return {
    name: 'no-instrumentation',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!module.test(id.replaceAll('\\', '/'))) return undefined
      found = true
      return [
        'export const consumeInstrumentationClientResultMetaReceiver = () => undefined',
        'export const getRouteInstrumentationUpdates = () => ({})',
        'export const instrumentClientSideRouter = (router) => router',
        // Named by the router's half for servers, which the build drops.
        'export const instrumentHandler = undefined',
        'export const instrumentationResultMetaContext = undefined',
      ].join('\n')
    },
    buildEnd(error) {
      if (!error && !found) this.error('the router has no instrumentation to leave out any more')
    },
  }
}
