import { digestPassword } from '@ce/contract/password'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallRefused, call, type Input, type Output } from './call.ts'
import { solveChallenge } from './challenge.ts'
import { forgetPerson, read } from './query.ts'
import { beginSession, readSession, updateSession } from './session.ts'

export type Profile = Output<'GET /student/v1/profile'>

/** One's own; ID number and phone masked here too. */
export const profileQuery = () => read('GET /student/v1/profile', {})

/** Fetches a proof-of-work question and solves it. `onProgress`: 0 to 1, an estimate. */
async function answerChallenge(onProgress?: (share: number) => void): Promise<string> {
  const { challenge } = await call('GET /student/v1/challenge', {})
  return solveChallenge(challenge, onProgress)
}

/**
 * Makes a call that may ask for a challenge: solves one and makes it again; once more when that one had run out.
 * `onProgress` is called while solving only.
 */
export async function withChallenge<Result>(
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

export type OpenText = Output<'GET /student/v1/agreements'>['texts'][number]

const agreementsMs = 5 * 60_000

/** The texts that this person has not accepted: those due, in grace and to come. Pages do without an answer: the server refuses by itself. */
export const agreementsQuery = () =>
  queryOptions({
    ...read('GET /student/v1/agreements', {}, { quiet: true }),
    staleTime: agreementsMs,
  })

/** Accepts versions; whatever was refused before is asked anew. */
export function useAcceptAgreements() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'POST /student/v1/accept_agreements'>) =>
      call('POST /student/v1/accept_agreements', input),
    onSettled: () => client.invalidateQueries(),
    meta: { quiet: true },
  })
}

/** Signs in and keeps the session; what an earlier person had in the cache is dropped. */
function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'POST /student/v1/login'>) => call('POST /student/v1/login', input),
    onSuccess: (session) => {
      forgetPerson(client)
      beginSession(session)
    },
    meta: { quiet: true },
  })
}

/** Signs in with what was typed, solving a challenge when one is asked for. `onProgress`: 0 to 1, while solving only. */
export function useSignIn() {
  const login = useLogin()
  return (
    { account, password }: { account: string; password: string },
    onProgress?: (share: number) => void,
  ) =>
    withChallenge(
      (challenge) =>
        login.mutateAsync({
          account: account.trim(),
          password: digestPassword(password),
          challenge,
        }),
      onProgress,
    )
}

/** Registers and is signed in at once. */
export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'POST /student/v1/register'>) =>
      call('POST /student/v1/register', input),
    onSuccess: (session) => {
      forgetPerson(client)
      beginSession(session)
    },
    meta: { quiet: true },
  })
}

/** Saves fields of the profile; the sidebar's name and picture follow. */
export function useModify() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'POST /student/v1/modify'>) => call('POST /student/v1/modify', input),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery().queryKey, profile)
      keepUser(profile)
    },
    meta: { quiet: true },
  })
}

/** Changes the password; the prompt for the initial one is settled by it. */
export function useModifyPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<'POST /student/v1/modify_password'>) =>
      call('POST /student/v1/modify_password', input),
    onSuccess: async () => {
      const profile = await client.fetchQuery({ ...profileQuery(), staleTime: 0 }).catch(() => null)
      if (profile) keepUser(profile)
      updateSession({ initPassword: true })
    },
    meta: { quiet: true },
  })
}

/** Takes a fresh profile into the session: name, picture (its address renews) and password flag. */
export function keepUser(profile: Profile): void {
  const { id, name, avatarUrl, phoneMasked, titleCode, isInitPassword } = profile
  const userInfo = { id, name, avatarUrl, phoneMasked, titleCode, isInitPassword }
  const known = readSession()?.userInfo
  if (known?.id === id && JSON.stringify(known) !== JSON.stringify(userInfo))
    updateSession({ userInfo })
}
