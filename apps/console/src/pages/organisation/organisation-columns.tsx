import { formatDateTime } from '@ce/client/format.ts'
import type { Organisation } from '@ce/client/staff/organisation.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import cards from '../../components/cards.module.css'

export interface OrganisationAct {
  kind: 'edit' | 'reset'
  organisation: Organisation
}

/** The table of employers; without the permission nothing is offered. */
export function organisationColumns(
  onAct: ((act: OrganisationAct) => void) | undefined,
): TableProps<Organisation>['columns'] {
  return [
    {
      key: 'name',
      title: '单位',
      render: (_, organisation) => (
        <>
          {organisation.name}
          <span className="cell-note">{organisation.creditCode}</span>
          <span className="narrow-only">
            <State organisation={organisation} />
          </span>
        </>
      ),
    },
    {
      key: 'contact',
      title: '联系人',
      responsive: ['lg'],
      render: (_, { contactName, contactPhone }) => (
        <>
          {contactName}
          <span className="cell-note">{contactPhone}</span>
        </>
      ),
    },
    {
      key: 'people',
      title: '名单 / 已确认 / 已缴费',
      responsive: ['md'],
      render: (_, { invited, confirmed, paid }) => `${invited} / ${confirmed} / ${paid}`,
    },
    {
      key: 'state',
      title: '状态',
      responsive: ['md'],
      render: (_, organisation) => <State organisation={organisation} />,
    },
    {
      key: 'seen',
      title: '最近使用',
      responsive: ['xl'],
      render: (_, { lastSeenAt }) => formatDateTime(lastSeenAt) || '从未登录',
    },
    ...(onAct
      ? [
          {
            key: 'acts',
            title: '操作',
            render: (_: unknown, organisation: Organisation) => (
              <span className={cards.buttons}>
                <Button
                  aria-label={`修改…：${organisation.name}`}
                  onClick={() => onAct({ kind: 'edit', organisation })}
                >
                  修改…
                </Button>
                <Button
                  aria-label={`重置密码…：${organisation.name}`}
                  onClick={() => onAct({ kind: 'reset', organisation })}
                >
                  重置密码…
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
}

function State({ organisation }: { organisation: Organisation }) {
  if (organisation.disabled) return <StatusMark kind="todo">已停用</StatusMark>
  return organisation.mustChangePassword ? (
    <StatusMark kind="warning">一次性密码未修改</StatusMark>
  ) : (
    <StatusMark kind="done">使用中</StatusMark>
  )
}
