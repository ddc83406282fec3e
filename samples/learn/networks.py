"""The three small convolutional networks, as PyTorch modules.

All take pictures (B, 3, H, W) float32, blue green red, each channel standardised over the picture
(see vision/network.py), and answer in logits.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Block(nn.Sequential):
    """3 x 3 convolution, batch norm, rectifier."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class HeatMap(nn.Module):
    """An encoder and decoder with short cuts (after U-Net, Ronneberger et al. 2015), answering at a quarter size."""

    def __init__(self, outputs: int, widths: tuple[int, ...], dilations: tuple[int, ...] = (1, 2)) -> None:
        super().__init__()
        a, b, *deeper = widths
        self.stem = nn.Sequential(Block(3, a, 2), Block(a, b, 2), Block(b, b))
        self.down = nn.ModuleList()
        last = b
        for width in deeper:
            self.down.append(nn.Sequential(Block(last, width, 2), Block(width, width)))
            last = width
        self.middle = nn.Sequential(*(Block(last, last, 1, d) for d in dilations))
        self.up = nn.ModuleList()
        for width in (*deeper[-2::-1], b):
            self.up.append(Block(last + width, width))
            last = width
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Conv2d(last, outputs, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        kept = [x]
        for step in self.down:
            x = step(x)
            kept.append(x)
        x = self.middle(x)
        for step, short in zip(self.up, kept[-2::-1], strict=True):
            x = step(torch.cat([self.grow(x), short], 1))
        return self.head(x)


def locator() -> HeatMap:
    """Whole picture 320 x 320 -> (B, 2, 80, 80): grid corners, inside of the grid."""
    return HeatMap(2, (16, 32, 64, 96, 128))


def lattice() -> HeatMap:
    """Roughly flattened board 416 x 416 -> (B, 2, 104, 104): crossings, inside of the grid."""
    return HeatMap(2, (16, 32, 64, 96), (1, 2, 4))


class StoneReader(nn.Module):
    """Flat board, 16 pixels a cell, (B, 3, 16 c, 16 c) -> (B, 6, c, c), a value a cell.

    Channels: empty, black, white (logits), covered (logit), offset right and down (cells). Dilated convolutions see
    the whole board at once, so that light is judged relative to the board.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            Block(3, 24, 2),
            Block(24, 40, 2),
            Block(40, 40),
            Block(40, 72, 2),
            Block(72, 72),
            Block(72, 72),
            Block(72, 112, 2),
            Block(112, 112),
        )
        self.context = nn.ModuleList(Block(112, 112, 1, d) for d in (2, 4, 8))
        self.head = nn.Sequential(Block(112, 112), nn.Conv2d(112, 6, 1))

    def forward(self, x: Tensor) -> Tensor:
        x = self.layers(x)
        for step in self.context:
            x = x + step(x)
        return self.head(x)


NETWORKS = {"locator": locator, "lattice": lattice, "stones": StoneReader}
