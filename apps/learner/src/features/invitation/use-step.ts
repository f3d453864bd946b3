import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { type Step, stepOf, type Todo } from '../student/next-step.ts'
import { awaitedStep } from './notes.ts'

/** A thing to do and its button: signing up or paying oneself is none while an employer is about to pay that year. */
export function useStep(): (todo: Todo) => Step {
  const { data } = useQuery(myInvitationsQuery())
  return (todo) => {
    const awaited = awaitedStep(todo, data?.list)
    return awaited ? { title: todo.title, ...awaited } : stepOf(todo)
  }
}
