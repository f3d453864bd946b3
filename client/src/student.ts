import { digestPassword } from '@ce/contract/password'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallRefused, type ClientInput, type ClientOutput, callClient } from './call.ts'
import { solveChallenge } from './challenge.ts'
import { forgetPersonalQueries, read } from './query.ts'
import { beginSession, readSession, updateSession } from './session.ts'

export type StudentProfile = ClientOutput<'GET /student/v1/profile'>

export const profileQuery = () => read('GET /student/v1/profile', {})

/** Solves a challenge. `onProgress` gets an estimate from 0 to 1. */
async function answerChallenge(onProgress?: (share: number) => void): Promise<string> {
  const { challenge } = await callClient('GET /student/v1/challenge', {})
  return solveChallenge(challenge, onProgress)
}

export async function callWithChallenge<Result>(
  attempt: (challenge?: string) => Promise<Result>,
  onProgress?: (share: number) => void,
): Promise<Result> {
  let challenge: string | undefined
  for (let left = 2; left > 0; left -= 1) {
    try {
      return await attempt(challenge)
    } catch (error) {
      if (!asksChallenge(error)) throw error
      challenge = await answerChallenge(onProgress)
    }
  }
  return attempt(challenge)
}

function asksChallenge(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return false
  return error.key === 'student.challengeRequired' || error.key === 'student.challengeInvalid'
}

export type UnacceptedAgreement = ClientOutput<'GET /student/v1/agreements'>['texts'][number]

const agreementsMs = 5 * 60_000

/**
 * Legal texts that the student has not accepted yet. Pages also work without this response, because the server itself
 * refuses calls that need them.
 */
export const unacceptedAgreementsQuery = () =>
  queryOptions({
    ...read('GET /student/v1/agreements', {}, { quiet: true }),
    staleTime: agreementsMs,
  })

/** Accepts the legal texts and repeats the queries that were refused because of them. */
export function useAcceptAgreements() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ClientInput<'POST /student/v1/accept_agreements'>) =>
      callClient('POST /student/v1/accept_agreements', input),
    onSettled: () => client.invalidateQueries(),
    meta: { quiet: true },
  })
}

/** Signing in also clears the previous person's cache. */
function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ClientInput<'POST /student/v1/login'>) => callClient('POST /student/v1/login', input),
    onSuccess: (session) => {
      forgetPersonalQueries(client)
      beginSession(session)
    },
    meta: { quiet: true },
  })
}

/** Signing in solves a challenge if asked; `onProgress` gets 0 to 1. */
export function useSignIn() {
  const login = useLogin()
  return ({ account, password }: { account: string; password: string }, onProgress?: (share: number) => void) =>
    callWithChallenge(
      (challenge) =>
        login.mutateAsync({
          account: account.trim(),
          password: digestPassword(password),
          challenge,
        }),
      onProgress,
    )
}

export function useRegisterStudent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ClientInput<'POST /student/v1/register'>) => callClient('POST /student/v1/register', input),
    onSuccess: (session) => {
      forgetPersonalQueries(client)
      beginSession(session)
    },
    meta: { quiet: true },
  })
}

/** Saves the profile and updates the name and picture in the sidebar. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ClientInput<'POST /student/v1/modify'>) => callClient('POST /student/v1/modify', input),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery().queryKey, profile)
      updateSessionUser(profile)
    },
    meta: { quiet: true },
  })
}

export function useChangeStudentPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ClientInput<'POST /student/v1/modify_password'>) =>
      callClient('POST /student/v1/modify_password', input),
    onSuccess: async () => {
      const profile = await client.fetchQuery({ ...profileQuery(), staleTime: 0 }).catch(() => null)
      if (profile) updateSessionUser(profile)
      updateSession({ initPassword: true })
    },
    meta: { quiet: true },
  })
}

/** Updates name, picture and password flag in the session. */
export function updateSessionUser(profile: StudentProfile): void {
  const { id, name, avatarUrl, phoneMasked, titleCode, isInitPassword } = profile
  const userInfo = { id, name, avatarUrl, phoneMasked, titleCode, isInitPassword }
  const known = readSession()?.userInfo
  if (known?.id === id && JSON.stringify(known) !== JSON.stringify(userInfo)) updateSession({ userInfo })
}
