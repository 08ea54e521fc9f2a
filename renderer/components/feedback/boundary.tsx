import { Button, Center, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface BoundaryProps {
  /** Another value, such as the path of another screen, tries again. */
  of: string;
  children: ReactNode;
}

/** Shows that a part of the console failed, where React would leave an empty page. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.of !== this.props.of && this.state.error) this.setState({ error: null });
  }

  override render(): ReactNode {
    return this.state.error ? <Broken error={this.state.error} /> : this.props.children;
  }
}

function Broken({ error }: { error: Error }) {
  const { t } = useTranslation();
  return (
    <Center component="section" mih="60vh" p="md" role="alert">
      <Stack maw={460} gap="md">
        <Title order={1} size="h3">
          {t('broken.title')}
        </Title>
        <Text>{t('broken.help')}</Text>
        <Code block>{error.message}</Code>
        <Group>
          <Button onClick={() => window.location.reload()}>{t('broken.reload')}</Button>
          <Button component="a" href="/" variant="default">
            {t('common.home')}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
