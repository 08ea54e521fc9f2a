import './help.css';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { Loading } from '../../components/feedback/loading.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { type HelpPage, namedIn, plainText } from '../../help/read-page.ts';
import { useHelp } from '../../help/use-help.ts';
import { useIsOwner } from '../../session.ts';
import en from '../../words/en/help.json' with { type: 'json' };
import es from '../../words/es/help.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/help.json' with { type: 'json' };
import { type Screen, screens } from '../index.ts';

addWords('help', { en, pt, es });

/** What each screen is for: an index at `/help`, a page at `/help/<screen>`. */
export default function Help() {
  const { screen: name } = useParams<{ screen?: string }>();
  const pages = useHelp();
  const screen = screens.find((each) => each.name === name);
  if (!pages) return <Loading shape="page" />;
  const page = screen && pages.get(screen.name);
  return page ? <ScreenHelp screen={screen} page={page} /> : <Index pages={pages} />;
}

function Index({ pages }: { pages: Map<string, HelpPage> }) {
  const { t } = useTranslation('help');
  const isOwner = useIsOwner();
  const shown = screens.filter(({ role }) => role !== 'owner' || isOwner);
  return (
    <Page title={t('shell:nav.help')} intro={t('intro')}>
      <ul className="fd-list he-index">
        {shown.map(({ name, icon: Icon }) => {
          const page = pages.get(name);
          return (
            page && (
              <li key={name} className="fd-line he-line">
                <Icon size={20} stroke={1.6} aria-hidden />
                <div>
                  <Anchor component={Link} href={`/help/${name}`} className="fd-line-name">
                    {page.title}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {plainText(page.intro)}
                  </Text>
                </div>
              </li>
            )
          );
        })}
      </ul>
    </Page>
  );
}

function ScreenHelp({ screen, page }: { screen: Screen; page: HelpPage }) {
  const { t } = useTranslation('help');
  const isOwner = useIsOwner();
  const open =
    screen.role === 'owner' && !isOwner ? (
      <Text size="sm" c="dimmed">
        {t('ownersOnly')}
      </Text>
    ) : (
      <Button component={Link} href={screen.href} leftSection={<screen.icon size={17} aria-hidden />}>
        {t('open')}
      </Button>
    );
  return (
    <Page title={page.title} back={{ href: '/help', label: t('back') }} actions={open}>
      <div className="he-page">
        <p className="he-intro">{page.intro}</p>
        {page.tasks.map(({ heading, steps }) => (
          <Section key={heading} title={heading}>
            <ol className="he-steps">
              {steps.map((step) => (
                <li key={step}>
                  <Marked text={step} />
                </li>
              ))}
            </ol>
          </Section>
        ))}
        <Section title={t('questions')}>
          {page.questions.map(({ question, answer }) => (
            <Fragment key={question}>
              <Title order={3} size="h4" mt="md">
                {question}
              </Title>
              <p className="he-answer">
                <Marked text={answer} />
              </p>
            </Fragment>
          ))}
        </Section>
      </div>
    </Page>
  );
}

/** A text with the words on the screen in bold. */
function Marked({ text }: { text: string }) {
  const named = namedIn(text);
  return text
    .split('**')
    .map((part, index) =>
      index % 2 === 1 && named.includes(part) ? <strong key={`${index} ${part}`}>{part}</strong> : part,
    );
}
