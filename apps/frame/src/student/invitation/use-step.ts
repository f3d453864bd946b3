import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { type Step, stepOf, type Todo } from '../next-step.ts'
import { useStudentPaths } from '../paths.ts'
import { awaitedStep } from './notes.ts'

/** The button of a thing to do: signing up or paying oneself is none while an employer is about to pay that year. */
export function useStep(): (todo: Todo) => Step {
  const { data } = useQuery(myInvitationsQuery())
  const paths = useStudentPaths()
  return (todo) => awaitedStep(todo, data?.list, paths) ?? stepOf(todo, paths)
}
