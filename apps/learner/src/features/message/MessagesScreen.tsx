import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { type Message, messagePagesQuery, useReadAllMessages } from '@ce/client/message.ts'
import { messageWords as words } from '@ce/client/message-text.ts'
import { rowsOnce } from '@ce/client/pages.ts'
import { Button } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { paths } from '../../paths.ts'
import { MessageCard } from './MessageCard.tsx'
import classes from './MessagesScreen.module.css'
import { useHasOutside } from './use-outside.ts'
import { outsideWords } from './words.ts'

/** 站内消息, the newest first; all or the unread ones, as the address says. */
export function MessagesScreen() {
  const [params] = useSearchParams()
  const hasOutside = useHasOutside()
  const unread = params.get('unread') === 'true'
  const query = useInfiniteQuery(messagePagesQuery(unread ? { unread: 'true' } : {}))
  const list = rowsOnce(query.data?.pages ?? [], idOf)
  const newest = list[0]?.at
  return (
    <Screen
      title="站内消息"
      back={paths.profile()}
      aside={
        hasOutside && (
          <Link to={paths.outside()} className={classes.ways}>
            {outsideWords.ways}
          </Link>
        )
      }
      foot={newest && list.some(({ read }) => !read) && <ReadAll before={newest} />}
    >
      <Tabs
        label="消息范围"
        tabs={[
          { to: paths.messages(), text: '全部', open: !unread },
          { to: `${paths.messages()}?unread=true`, text: '未读', open: unread },
        ]}
      />
      <Refreshing>
        <GrowingList
          query={query}
          idOf={idOf}
          empty={
            <EmptyState title={unread ? words.noneUnread : words.none}>{words.what}</EmptyState>
          }
          around={(messages) => <ul className={classes.messages}>{messages}</ul>}
        >
          {(message) => <MessageCard message={message} />}
        </GrowingList>
      </Refreshing>
    </Screen>
  )
}

const idOf = ({ id }: Message) => id

function ReadAll({ before }: { before: string }) {
  const readAll = useReadAllMessages()
  return (
    <Button
      kind="quiet"
      busy={readAll.isPending}
      onClick={() => keepFocusNear(readAll.mutateAsync({ before }))}
    >
      {words.readAll}
    </Button>
  )
}
