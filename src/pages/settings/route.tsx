/** Its rows come with the next change. */
export default function SettingsRoute() {
  return <h1 className="px-4 pt-3 text-xl font-semibold">Settings</h1>
}

/** Asks for the data while the page is on its way. */
export function loader() {
  return null
}
