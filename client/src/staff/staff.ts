import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetPerson } from '../query.ts'
import {
  type StaffInput,
  type StaffOutput,
  staffCall,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'
import {
  beginStaffSession,
  endStaffSession,
  keepStaffMe,
  readStaffSession,
  useStaffSession,
} from '../staff-session.ts'

export type Role = StaffOutput<'GET /staff/v1/role_list'>[number]
export type StaffMember = StaffOutput<'GET /staff/v1/staff_list'>['list'][number]

/** roles change seldom; a page older than this asks anew when it is looked at again */
const freshMs = 60_000

/** Keeps the session's account current: name, roles, permissions, what must be done first. */
export function useStaffMe(): void {
  const session = useStaffSession()
  const { data } = useQuery({
    ...staffRead('GET /staff/v1/me', {}),
    enabled: session !== null,
    staleTime: freshMs,
  })
  useEffect(() => {
    if (data) keepStaffMe(data)
  }, [data])
}

/** What colleagues are called, by their usernames. */
export const staffNamesQuery = () =>
  queryOptions({ ...staffRead('GET /staff/v1/names', {}), staleTime: 10 * freshMs })

/** Signs in and keeps the session; what an earlier person had in the cache is dropped. */
export function useStaffLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/login'>) =>
      staffCall('POST /staff/v1/login', input),
    onSuccess: (session) => {
      forgetPerson(client)
      beginStaffSession(session)
    },
    meta: { quiet: true },
  })
}

/** how long signing out waits for the server */
const logoutMs = 3000

/** Signs out here whatever the server answers: without its answer the token lapses by itself. */
export async function staffLogout(): Promise<void> {
  const signal = AbortSignal.timeout(logoutMs)
  const told = staffCall('POST /staff/v1/logout', {}, { quiet: true, signal }).catch(() => null)
  endStaffSession()
  await told
}

/**
 * Changes one's own password; the duty to change the first one is settled by it. Nothing is asked after the change, as
 * with an employer's (changeEmployerPassword).
 */
async function changeStaffPassword(
  input: StaffInput<'POST /staff/v1/change_password'>,
): Promise<void> {
  await staffCall('POST /staff/v1/change_password', input)
  const session = readStaffSession()
  if (session) keepStaffMe({ ...session.me, mustChangePassword: false })
}

/** The old password is asked for; see changeStaffPassword. */
export const useChangePassword = () =>
  useMutation({ mutationFn: changeStaffPassword, meta: { quiet: true } })

/** A new secret for the authenticator; nothing changes until it is confirmed. */
export function useTotpBegin() {
  return useStaffWrite('POST /staff/v1/totp_begin', [], { quiet: true })
}

/** With the authenticator's first code; from now on every sign-in asks for one. */
export function useTotpConfirm() {
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/totp_confirm'>) =>
      staffCall('POST /staff/v1/totp_confirm', input),
    onSuccess: keepStaffMe,
    meta: { quiet: true },
  })
}

/** Not for roles that must have one. */
export function useTotpRemove() {
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/totp_remove'>) =>
      staffCall('POST /staff/v1/totp_remove', input),
    onSuccess: keepStaffMe,
    meta: { quiet: true },
  })
}

/** A page, disabled accounts too. */
export const staffListQuery = (input: StaffInput<'GET /staff/v1/staff_list'>) =>
  staffReadPage('GET /staff/v1/staff_list', input)

/** Roles are data, and change with a deployment: fetched once a visit. */
export const roleListQuery = () => ({
  ...staffRead('GET /staff/v1/role_list', {}),
  staleTime: 10 * 60_000,
})

const renews = ['GET /staff/v1/staff_list', 'GET /staff/v1/names'] as const

/** Answers a password that is shown once. */
export function useCreateStaff() {
  return useStaffWrite('POST /staff/v1/create_staff', renews, { quiet: true })
}

/** What can be changed of an account, as it was read. */
export function accountOf({ name, roles, disabled }: StaffMember) {
  return { name, roles: roles.map(({ code }) => code), disabled }
}

/** Name, roles, disabled or not. */
export function useUpdateStaff() {
  return useStaffWrite('POST /staff/v1/update_staff', renews, { quiet: true })
}

/** Answers a password that is shown once; the authenticator may go with it. */
export function useResetStaff() {
  return useStaffWrite('POST /staff/v1/reset_staff', renews, { quiet: true })
}
