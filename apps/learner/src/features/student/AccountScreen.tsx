import { Loaded } from '@ce/client/components/Loaded.tsx'
import { profileQuery } from '@ce/client/student.ts'
import { useQuery } from '@tanstack/react-query'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { paths } from '../../paths.ts'
import { type AccountPart, accountTitles } from './account-parts.ts'
import { MyInfo } from './MyInfo.tsx'
import { PasswordPart } from './PasswordPart.tsx'

/** 我的信息 and 修改密码; the address says which is open (specification §2). */
export function AccountScreen({ part }: { part: AccountPart }) {
  const profile = useQuery(profileQuery())
  return (
    <Screen title={accountTitles[part]} back={paths.profile()}>
      <Tabs
        label="账号"
        tabs={[
          { to: paths.myInfo(), text: accountTitles.info, open: part === 'info' },
          { to: paths.password(), text: accountTitles.password, open: part === 'password' },
        ]}
      />
      <Loaded query={profile}>
        {(data) =>
          part === 'password' ? <PasswordPart profile={data} /> : <MyInfo profile={data} />
        }
      </Loaded>
    </Screen>
  )
}
