import {
  type RouteObject,
  type RouterContextProvider,
  UNSAFE_createBrowserHistory,
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
} from 'react-router'

/**
 * The router over the browser's history: what the library's `createBrowserRouter` makes where no server has rendered the
 * page. Its module brings forms, fetchers and prefetching, 5 kB before the rows; these names are the seam at which the
 * library's own packages meet, and `e2e` follows links, Back and deep links over it.
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
