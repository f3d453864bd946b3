import { profileQuery } from '@ce/client/student.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { useQuery } from '@tanstack/react-query'
import { Card, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { MyInfo } from './MyInfo.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** 我的信息; the query's activeName says which tab: 2 is the password (specification §2). */
export function ProfilePage() {
  const [params, setParams] = useSearchParams()
  const profile = useQuery(profileQuery())
  return (
    <>
      <PageHeader
        title="我的信息"
        actions={<LinkButton to={paths.privacy()}>个人信息与隐私</LinkButton>}
      />
      <Card>
        <Tabs
          activeKey={params.get('activeName') === '2' ? '2' : '1'}
          onChange={(activeName) => setParams({ activeName })}
          items={[
            {
              key: '1',
              label: '我的信息',
              children: <Loaded query={profile}>{(data) => <MyInfo profile={data} />}</Loaded>,
            },
            {
              key: '2',
              label: '修改密码',
              children: (
                <Loaded query={profile}>{(data) => <PasswordForm profile={data} />}</Loaded>
              ),
            },
          ]}
        />
      </Card>
    </>
  )
}
