import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { strings } from '../../strings/catalog.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import styles from './catalog.module.css';

const narrow = '(max-width: 899px)';

/** Sources with the filters, table and details beside each other; in a narrow window the details are below, and the page scrolls. */
export function CatalogPanels({
  left,
  table,
  details,
}: {
  readonly left: ReactNode;
  readonly table: ReactNode;
  readonly details: ReactNode;
}) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const first = { defaultSize: isNarrow ? '180px' : '208px', min: '160px', content: left } as const;
  if (!isNarrow) {
    return (
      <SplitPanels
        name="catalog"
        label={strings.catalogPanels.resizePanels}
        orientation="horizontal"
        panels={[
          first,
          { defaultSize: 67, min: '360px', content: table },
          { defaultSize: 33, min: '300px', content: details },
        ]}
      />
    );
  }
  const list = (
    <SplitPanels
      name="catalog-list"
      label={strings.catalogPanels.resizeFiltersAndTable}
      orientation="horizontal"
      panels={[first, { defaultSize: 100, min: '240px', content: table }]}
    />
  );
  return (
    <div className={styles.narrow}>
      <div className={styles.narrowStage}>
        <SplitPanels
          name="catalog-narrow"
          label={strings.catalogPanels.resizeTableDetails}
          orientation="vertical"
          panels={[
            { defaultSize: 45, min: '160px', content: list },
            { defaultSize: 55, min: '200px', content: details },
          ]}
        />
      </div>
    </div>
  );
}
