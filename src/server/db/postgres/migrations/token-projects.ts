/** The names of the projects that a token is restricted to, as a JSON list; null for all. */
export const tokenProjects = ['alter table token add column projects_json text']
