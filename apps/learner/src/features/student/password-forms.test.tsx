import { profileQuery, type StudentProfile } from '@ce/client/student.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ProfileScreen } from './ProfileScreen.tsx'

const shown = { phoneMasked: '138****0001', idNoMasked: '110105********002X' }

it('a new password must not contain the phone and ID number of the profile', () => {
  const client = new QueryClient()
  client.setQueryData(profileQuery().queryKey, shown as StudentProfile)
  const markup = renderScreen(<ProfileScreen />, {
    client,
    path: '/system/profile?activeName=2',
  })
  expect(markup).toContain('密码不能包含手机号')
  expect(markup).toContain('密码不能包含证件号')
})
