import { z } from 'zod';

export const DemoShop = z.object({ workspaceId: z.string(), name: z.string() });
export type DemoShop = z.infer<typeof DemoShop>;
