export { deleteDeployment, resumeDeletions } from './delete-deployment.ts'
export { dataRequestRoutes } from './routes.ts'
