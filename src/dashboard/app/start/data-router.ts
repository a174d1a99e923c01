import {
  type RouteObject,
  type RouterContextProvider,
  UNSAFE_createBrowserHistory,
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
} from 'react-router'

/**
 * Creates the router over the browser's history: the same as the library's `createBrowserRouter` without server
 * rendering. Its module includes forms, fetchers and prefetching, which would add 5 kB before the rows. These imports
 * are the interface between the library's own packages; `e2e` tests links, Back and deep links with it.
 */
export function createDataRouter(routes: RouteObject[], getContext: () => RouterContextProvider) {
  return UNSAFE_createRouter({
    routes,
    getContext,
    history: UNSAFE_createBrowserHistory(),
    mapRouteProperties: UNSAFE_defaultMapRouteProperties,
    hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
  }).initialize()
}
