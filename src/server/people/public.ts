export { personOfName } from './names.ts'
export { readPersonAccess } from './person.ts'
export { signInPerson, signInRefusal } from './sign-in.ts'
