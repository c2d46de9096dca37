// Which module draws which figure: the names that cards write.
import type { Figure } from "./panel";

type Module = { draw: Figure };

export const FIGURES: Record<string, () => Promise<Module>> = {
  "alibi-slopes": () => import("./figure/alibi_slopes"),
  "attention-scale": () => import("./figure/attention_scale"),
  "attention-sentence": () => import("./figure/attention_sentence"),
  "expert-capacity": () => import("./figure/expert_capacity"),
  "flash-tiles": () => import("./figure/flash_tiles"),
  "flop-share": () => import("./figure/flop_share"),
  "fp8-tiles": () => import("./figure/fp8_tiles"),
  "heads-and-cache": () => import("./figure/heads_and_cache"),
  "kv-calculator": () => import("./figure/kv_calculator"),
  "lr-schedules": () => import("./figure/lr_schedules"),
  "masks-and-reach": () => import("./figure/masks_and_reach"),
  "pipeline-schedule": () => import("./figure/pipeline_schedule"),
  "pre-post-norm": () => import("./figure/pre_post_norm"),
  "quantization-grid": () => import("./figure/quantization_grid"),
  "rope-hands": () => import("./figure/rope_hands"),
  "rope-scaling": () => import("./figure/rope_scaling"),
  sampling: () => import("./figure/sampling"),
  "scaling-optimum": () => import("./figure/scaling_optimum"),
  "softmax-temperature": () => import("./figure/softmax_temperature"),
  "speculative-acceptance": () => import("./figure/speculative_acceptance"),
  "tiny-gpt": () => import("./figure/tiny_gpt"),
  "training-memory": () => import("./figure/training_memory"),
};
