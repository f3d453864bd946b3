import { myInvitationsQuery } from '@ce/client/invitation.ts'
import { useQuery } from '@tanstack/react-query'
import { type NextStep, type TodoItem, toNextStep } from '../student/next-step.ts'
import { nextStepOfInvitation } from './notes.ts'

export function useNextStepWithInvitations(): (todo: TodoItem) => NextStep {
  const { data } = useQuery(myInvitationsQuery())
  return (todo) => {
    const awaited = nextStepOfInvitation(todo, data?.list)
    return awaited ? { title: todo.title, ...awaited } : toNextStep(todo)
  }
}
