import { type Profile, profileQuery } from '@ce/client/student.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { AccountScreen } from '../../../../h5/src/pages/student/AccountScreen.tsx'
import { ProfilePage } from '../../../../portal/src/pages/student/ProfilePage.tsx'

const shown = { phoneMasked: '138****0001', idNoMasked: '110105********002X' }

it.each([
  ['portal', <ProfilePage key="portal" />],
  ['phone', <AccountScreen key="phone" part="password" />],
])('a new password is judged by the phone and ID of the profile: %s', (_app, page) => {
  const client = new QueryClient()
  client.setQueryData(profileQuery().queryKey, shown as Profile)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/system/profile?activeName=2']}>{page}</MemoryRouter>
    </QueryClientProvider>,
  )
  expect(markup).toContain('密码不能包含手机号')
  expect(markup).toContain('密码不能包含证件号')
})
