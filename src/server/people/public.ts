export { acceptInvitation } from './invitation.ts'
export {
  deletedName,
  isDeletedName,
  isNameOfActor,
  isNameOfMachine,
  nameKey,
  namesInStatement,
  namesOfPerson,
  peopleOfNames,
  personOfName,
} from './names.ts'
export { lockPerson, readPersonAccess, roleOf } from './person.ts'
export { signInPerson, signInRefusal } from './sign-in.ts'
