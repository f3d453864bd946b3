import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetPersonalQueries } from '../query.ts'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffCall, staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'
import {
  beginStaffSession,
  readStaffSession,
  signOutStaff,
  updateStaffSession,
  useStaffSession,
} from '../staff-session.ts'

export type Role = StaffOutput<'GET /staff/v1/role_list'>[number]
export type StaffMember = StaffOutput<'GET /staff/v1/staff_list'>['list'][number]

/** Milliseconds after which a page refetches its data when shown again, because roles change rarely. */
const freshMs = 60_000

/** Refetches the signed-in account and updates it in the session. */
export function useRefreshStaffSession(): void {
  const session = useStaffSession()
  const { data } = useQuery({
    ...staffRead('GET /staff/v1/me', {}),
    enabled: session !== null,
    staleTime: freshMs,
  })
  useEffect(() => {
    if (data) updateStaffSession(data)
  }, [data])
}

export const staffNamesQuery = () => queryOptions({ ...staffRead('GET /staff/v1/names', {}), staleTime: 10 * freshMs })

/** Signing in also clears the previous person's cache. */
export function useStaffLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/login'>) => staffCall('POST /staff/v1/login', input),
    onSuccess: ({ token, staff }) => {
      forgetPersonalQueries(client)
      beginStaffSession({ token, me: staff })
    },
    meta: { quiet: true },
  })
}

export const staffLogout = () => signOutStaff((options) => staffCall('POST /staff/v1/logout', {}, options))

/** Changes the password, which also ends the duty to change the first password. No other call follows. */
async function changeStaffPassword(input: StaffInput<'POST /staff/v1/change_password'>): Promise<void> {
  await staffCall('POST /staff/v1/change_password', input)
  const session = readStaffSession()
  if (session) updateStaffSession({ ...session.me, mustChangePassword: false })
}

export const useChangeStaffPassword = () => useMutation({ mutationFn: changeStaffPassword, meta: { quiet: true } })

/** The authenticator's secret takes effect only after confirmation. */
export function useStartTotp() {
  return useStaffWrite('POST /staff/v1/totp_begin', [], { quiet: true })
}

/** After the confirmation, sign-ins require a code. */
export function useConfirmTotp() {
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/totp_confirm'>) => staffCall('POST /staff/v1/totp_confirm', input),
    onSuccess: updateStaffSession,
    meta: { quiet: true },
  })
}

export function useRemoveTotp() {
  return useMutation({
    mutationFn: (input: StaffInput<'POST /staff/v1/totp_remove'>) => staffCall('POST /staff/v1/totp_remove', input),
    onSuccess: updateStaffSession,
    meta: { quiet: true },
  })
}

export const staffListQuery = (input: StaffInput<'GET /staff/v1/staff_list'>) =>
  staffReadPage('GET /staff/v1/staff_list', input)

/** Roles change only with a deployment, so one fetch per visit is enough. */
export const roleListQuery = () => ({
  ...staffRead('GET /staff/v1/role_list', {}),
  staleTime: 10 * 60_000,
})

const renews = ['GET /staff/v1/staff_list', 'GET /staff/v1/names'] as const

/** Creates a staff account and returns its password, which is shown once. */
export function useCreateStaff() {
  return useStaffWrite('POST /staff/v1/create_staff', renews, { quiet: true })
}

export function editableStaffFields({ name, roles, disabled }: StaffMember) {
  return { name, roles: roles.map(({ code }) => code), disabled }
}

export function useUpdateStaff() {
  return useStaffWrite('POST /staff/v1/update_staff', renews, { quiet: true })
}

/**
 * Resets a staff member's password, and on request removes the authenticator. Returns the password, which is shown
 * once.
 */
export function useResetStaffPassword() {
  return useStaffWrite('POST /staff/v1/reset_staff', renews, { quiet: true })
}
