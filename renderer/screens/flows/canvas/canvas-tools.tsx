import { IconFocusCentered, IconMinus, IconPlus, IconSparkles } from '@tabler/icons-react';
import { type FitViewOptions, Panel, useReactFlow } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useBuilder } from '../builder/builder-context.ts';

/** Zoom, overview and tidying, at the corner of the canvas. */
export function CanvasTools({ overview, hasPlaces }: { overview: FitViewOptions; hasPlaces: boolean }) {
  const { t } = useTranslation('flows');
  const { tidy } = useBuilder();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left" className="fw-tools">
      <ToolButton label={t('canvas.zoomIn')} onClick={() => zoomIn()}>
        <IconPlus size={18} aria-hidden />
      </ToolButton>
      <ToolButton label={t('canvas.zoomOut')} onClick={() => zoomOut()}>
        <IconMinus size={18} aria-hidden />
      </ToolButton>
      <ToolButton label={t('canvas.fit')} onClick={() => fitView(overview)}>
        <IconFocusCentered size={18} aria-hidden />
      </ToolButton>
      <ToolButton label={t('canvas.tidy')} onClick={tidy} disabled={!hasPlaces}>
        <IconSparkles size={18} aria-hidden />
      </ToolButton>
    </Panel>
  );
}
