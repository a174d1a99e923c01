/** Not built yet; says so. */
export default function DependenciesRoute() {
  return (
    <div className="px-4 pt-3">
      <h1 className="font-semibold text-xl">Dependencies</h1>
      <p className="text-2">This page is not there yet. The API answers what it will show.</p>
    </div>
  )
}
