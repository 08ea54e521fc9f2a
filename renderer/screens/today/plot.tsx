import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { plotHeight, type Series } from './series.ts';

interface PlotProps {
  /** Labels of the x axis. */
  labels: string[];
  series: Series[];
  /** Reports the hovered point; null if there is none. */
  onDay(index: number | null): void;
}

/** Line chart on a canvas in the theme's colours; redrawn when they change. */
export default function Plot({ labels, series, onDay }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const data = JSON.stringify([labels, series]);
  // `data` and `scheme` represent the drawing: a new array of equal numbers does not redraw.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = toOptions(labels, series, element.clientWidth, onDay);
    const plot = new UPlot(options, [labels.map((_, index) => index), ...series.map(({ values }) => values)], element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: plotHeight }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [data, scheme, onDay]);
  return <div ref={place} />;
}

function toOptions(labels: string[], series: Series[], width: number, onDay: PlotProps['onDay']): UPlot.Options {
  const styles = getComputedStyle(document.documentElement);
  const colorOf = (name: string) => styles.getPropertyValue(name).trim();
  const axis = {
    stroke: colorOf('--mantine-color-dimmed'),
    grid: { stroke: colorOf('--fd-line'), width: 1 },
    ticks: { show: false },
    font: `11px ${colorOf('--mantine-font-family')}`,
  };
  return {
    width,
    height: plotHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
    axes: [
      { ...axis, size: 28, grid: { show: false }, splits: () => labels.map((_, index) => index), values: () => labels },
      // Counts are integers.
      { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] },
    ],
    series: [
      {},
      ...series.map(({ label, color }) => {
        const stroke = colorOf(`--fd-plot-${color}`);
        return { label, stroke, width: 2, points: { show: true, size: 6, fill: stroke } };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
  };
}
